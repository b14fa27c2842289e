import { isError } from './realms.ts';
/** Returns the message of an error, or the text of any other value that was thrown. */
export const errorText = (error: unknown): string => (isError(error) ? error.message : String(error));
