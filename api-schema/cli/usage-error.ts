/** What was typed is not a valid command; the message says what would be. */
export class UsageError extends Error {}
