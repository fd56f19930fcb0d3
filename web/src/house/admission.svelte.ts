// Whether a private house lets this browser in.

let shut = $state(false);

/** The house wants a password or an invitation first. */
export const isShut = () => shut;

export function hearOfAdmission(admitted: unknown): void {
  shut = admitted === false;
}

/** The invitation that the link to this page has in it. What is after # goes to no server and into no log. */
export function invitationHere(): string | null {
  return /^#invitation=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}

/** It has been used, or is of no use: nobody else shall find it in the address bar. */
export function dropInvitation(): void {
  if (invitationHere() !== null) history.replaceState(null, "", location.pathname + location.search);
}
