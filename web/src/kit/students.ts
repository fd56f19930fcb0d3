// The five students: a shape first, a colour second.

export const COLOURS = ["green", "red", "yellow", "pink", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type Students = Partial<Record<Colour, number>>;

/** Outlines in a square of 24: rounded triangle, diamond, square, star, circle. */
export const OUTLINES: Record<Colour, string> = {
  green: "M12 2.6c1.1 0 1.9.5 2.5 1.5l7.2 13c1.2 2.2-.2 4.3-2.5 4.3H4.8c-2.3 0-3.7-2.1-2.5-4.3l7.2-13c.6-1 1.4-1.5 2.5-1.5z",
  red: "M12 1.2 22.2 12 12 22.8 1.8 12z",
  yellow: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
  pink: "M12 1.2l3.2 7 7.6.8-5.7 5.1 1.7 7.5L12 17.7l-6.8 3.9 1.7-7.5L1.2 9l7.6-.8z",
  blue: "M12 2.2a9.8 9.8 0 1 1 0 19.6 9.8 9.8 0 0 1 0-19.6z",
};

/** Signs of their creatures, engraved: a frog's eyes, a dragon's wing, a gnome's hat, a fairy's wings, a horn. */
export const SIGNS: Record<Colour, string> = {
  green: "M8.6 14.2a1.5 1.5 0 1 1 3 0M12.4 14.2a1.5 1.5 0 1 1 3 0M8.4 17.2c2.2 1.6 5 1.6 7.2 0",
  red: "M7.5 14c1.4-3.6 4.5-5.6 9-6-.3 2-1 3.3-2.2 4.2M9.8 16.6c.9-1.9 2.2-3.3 4.5-4.4",
  yellow: "M7.5 15.5c2.5-.9 6.5-.9 9 0M8.6 15c.4-4.2 1.6-7.3 4.4-9-.3 1.9.9 5.8 2.4 9",
  pink: "M12 9.5v6.5M12 12c-1.2-2.4-3.8-2.7-4.2-1.7-.3 1 1.7 2.7 4.2 1.7zM12 12c1.2-2.4 3.8-2.7 4.2-1.7.3 1-1.7 2.7-4.2 1.7z",
  blue: "M8 17c.2-3.4 1.8-5.4 4.6-6.1L16.5 6l-1 6.2c.9 1.6.2 3.6-1.8 4.8M10.6 13.4l1.7 1.2",
};

export const count = (students: Students) => COLOURS.reduce((sum, colour) => sum + (students[colour] ?? 0), 0);
export const present = (students: Students) => COLOURS.filter((colour) => students[colour]);
