/** What Go's JSON writes as an escape although it need not. */
const ESCAPED = /[<>&\u2028\u2029]/g;
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON text as annotations of audit events have it. */
export const auditJson = (value: unknown): string => JSON.stringify(value).replace(ESCAPED, escapeCharacter);
