// The address that is given to others. On the machine of the house that of the page leads nowhere else; there the house
// says where others open it.

const HERE = ["localhost", "127.0.0.1", "[::1]"];

let elsewhere = $state<string | null>(null);

/** What the house says of it. */
export const hearOf = (address: string | null | undefined): void => {
  elsewhere = address ?? null;
};

const onlyHere = () => HERE.includes(location.hostname);

/** Whether the address that can be given leads nowhere but here. */
export const isOutOfReach = () => onlyHere() && elsewhere === null;

export const givenAddress = (path: string) => (onlyHere() ? (elsewhere ?? location.origin) : location.origin) + path;
