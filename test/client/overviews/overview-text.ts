import type { OverviewCard, Part, Text } from '../../../src/client/overviews/card.ts';

/** Returns an overview's text as plain text, with the types of its parts. */
export function plainText(text: Text): string {
  const parts: readonly Part[] = typeof text === 'string' || 'type' in text ? [text] : text;
  return parts.map(partText).join('');
}

function partText(part: Part): string {
  if (typeof part === 'string') return part;
  switch (part.type) {
    case 'age':
      return `age of ${part.time}`;
    case 'object':
      return `<${part.kind} ${part.namespace ? `${part.namespace}/` : ''}${part.name}>`;
    case 'rights':
      return `rights of ${part.namespace}/${part.name}`;
    case 'lines':
      return part.lines.map(plainText).join('; ');
    case 'bar':
      return `[${part.count} of ${part.of}] ${part.text}`;
    case 'content':
      return part.isSecret ? `secret ${part.text}` : part.text;
    case 'state':
      return `(${part.mark}) ${part.text}`;
    default:
      return part.text;
  }
}

/** Returns the facts and tables of a card as lines. */
export function cardText({ title, facts = [], tables = [], emptyText }: OverviewCard): string[] {
  const content = [
    ...facts.map(([name, value]) => `${name}: ${plainText(value)}`),
    ...tables.flatMap(({ label, rows }) => rows.map((row) => `${label}: ${row.map(plainText).join(' | ')}`)),
  ];
  return [`# ${title}`, ...(content.length > 0 ? content : [emptyText ?? ''])];
}
