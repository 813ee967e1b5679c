/** What cannot be done with a key, in words for the administrator. */
export class KeyRefused extends Error {}
