/** An external file that cannot be read, with the reason for people, in Portuguese. */
export class FileUnreadable extends Error {}
