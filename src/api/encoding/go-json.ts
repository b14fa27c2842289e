/** JSON text with the characters escaped that Go escapes although it need not (`<`, `>`, `&` and two line separators). */
export const escapeLikeGo = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value as Go writes it in JSON. */
export const goJson = (value: object): string => escapeLikeGo(JSON.stringify(value));
