import { JsonReader } from './json-reader.ts';

/** Returns the paths of repeated members in a JSON text, in order of appearance, without duplicates. */
export function duplicateMembers(text: string): readonly string[] {
  const reader = new JsonReader(text);
  const found = new Set<string>();
  const visit = (path: string): void => {
    const type = reader.peek();
    if (type === 'array') reader.list((index) => visit(`${path}[${index}]`));
    else if (type === 'object') {
      const seen = new Set<string>();
      reader.object((key) => {
        const member = path === '' ? key : `${path}.${key}`;
        if (seen.has(key)) found.add(member);
        seen.add(key);
        visit(member);
      });
    } else reader.skip();
  };
  visit('');
  return [...found];
}
