import { writeJson } from './exact-json.ts';
/**
 * Escapes the characters in JSON text that Go's encoder escapes although JSON does not require it (`<`, `>`, `&` and
 * two line separators).
 */
export const escapeLikeGo = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a value as Go's encoding/json writes it. */
export const goJson = (value: object): string => escapeLikeGo(writeJson(value));
