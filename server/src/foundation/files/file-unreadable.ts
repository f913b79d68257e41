/** An external file cannot be read. The message is the reason for users, in Portuguese. */
export class FileUnreadable extends Error {}
