import { describe, expect, test } from 'vitest';
import { descriptionTables } from '../../../src/hosts/description-tables.ts';
import { definitions } from '../../../src/schema/definitions.ts';
import { textsOf } from '../../../src/schema/openapi/descriptions.ts';

/** The longest text, in characters. */
const LONGEST = 300;

const entries = Object.entries(descriptionTables).flatMap(([ofPackage, types]) =>
  Object.entries(types).map(([type, description]) => ({ ofPackage, type, ...description })),
);
const texts = entries.flatMap(({ ofPackage, type, about, fields = {} }) => [
  ...(about === undefined ? [] : [{ name: `${ofPackage} ${type}`, text: about }]),
  ...Object.entries(fields).map(([field, text]) => ({ name: `${ofPackage} ${type}.${field}`, text })),
]);

/** The definitions that an entry describes: all versions of a type, or the one in its name. */
const definitionsOf = (ofPackage: string, type: string) =>
  Object.entries(definitions).filter(
    ([name]) => name.startsWith(`${ofPackage}.`) && name.slice(ofPackage.length).endsWith(`.${type}`),
  );

describe('the texts of fields and types', () => {
  test('exist for every type', () => {
    const missing = Object.entries(definitions).filter(
      ([name, definition]) => !textsOf(name, definition, descriptionTables).about,
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  test('exist for every field', () => {
    const missing = Object.entries(definitions).flatMap(([name, definition]) =>
      Object.keys(definition.fields ?? {})
        .filter((field) => !textsOf(name, definition, descriptionTables).field(field))
        .map((field) => `${name}.${field}`),
    );
    expect(missing).toEqual([]);
  });

  test('are all used', () => {
    const unused = entries.flatMap(({ ofPackage, type, about, fields = {} }) => {
      const described = definitionsOf(ofPackage, type).map(([, definition]) => definition);
      const isDescribed = described.some(({ description }) => description);
      return [
        ...(described.length === 0 || (about !== undefined && isDescribed) ? [`${ofPackage} ${type}`] : []),
        ...Object.keys(fields)
          .filter((field) => !described.some((definition) => definition.fields?.[field]))
          .map((field) => `${ofPackage} ${type}.${field}`),
      ];
    });
    expect(unused).toEqual([]);
  });

  test.each([
    ['start with a capital letter, a digit or a literal', (text: string) => /^[A-Z0-9`]/.test(text)],
    ['end with a period', (text: string) => text.endsWith('.')],
    [`have at most ${LONGEST} characters`, (text: string) => text.length <= LONGEST],
    ['are single lines without double spaces', (text: string) => !/\s\s|[\n\r\t]/.test(text)],
    ['close every literal that they open', (text: string) => text.split('`').length % 2 === 1],
  ])('%s', (_, holds) => {
    expect(texts.filter(({ text }) => !holds(text))).toEqual([]);
  });
});
