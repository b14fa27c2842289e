import { describe, expect, it } from 'vitest';
import { createEnvironment } from '../../../src/cel/expression-environment.ts';
import { completionsAt, describeAt } from '../../../src/cel/help/expression-help.ts';
import { KUBERNETES_LIBRARIES } from '../../../src/cel/kubernetes-libraries.ts';
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '../../../src/cel/library/authorizer-library.ts';
import { BOOL, INT, listOf, mapOf, objectType, STRING } from '../../../src/cel/typing/types.ts';

const PORT = objectType('port', { name: STRING, number: INT });
const environment = createEnvironment(KUBERNETES_LIBRARIES, {
  self: objectType('self', { name: STRING, ports: listOf(PORT), labels: mapOf(STRING, STRING), on: BOOL }),
  authorizer: { kind: 'opaque', name: AUTHORIZER_TYPE },
  'authorizer.requestResource': { kind: 'opaque', name: RESOURCE_CHECK_TYPE },
});

/** Returns the completions at the bar in a text, as `label type` by kind. */
function completions(marked: string) {
  const found = completionsAt(marked.replace('|', ''), marked.indexOf('|'), environment);
  const of = (wanted: string) => found.filter(({ kind }) => kind === wanted).map(({ label }) => label);
  return { variables: of('variable'), fields: of('field'), functions: of('function'), macros: of('macro'), found };
}
const description = (marked: string) => describeAt(marked.replace('|', ''), marked.indexOf('|'), environment)?.text;

describe('completion in an expression', () => {
  it('offers variables, functions and has() where an operand begins', () => {
    for (const marked of ['|', 'self.on && |', 'self.on && se|', 'size(|)']) {
      const { variables, functions, macros, fields } = completions(marked);
      expect(variables, marked).toEqual(['self', 'authorizer']);
      expect(functions).toEqual(expect.arrayContaining(['size', 'duration', 'string']));
      expect(functions).not.toContain('startsWith');
      expect(macros).toEqual(['has']);
      expect(fields).toEqual([]);
    }
  });

  it('offers the fields of an object with their types, also in front of written letters', () => {
    for (const marked of ['self.|', 'self.na|', 'self.|name == "a"', '!has(self.|', '1 + self.|']) {
      expect(completions(marked).fields, marked).toEqual(['name', 'ports', 'labels', 'on']);
    }
    expect(completions('self.|').found).toContainEqual({ label: 'ports', kind: 'field', type: 'list(object)' });
    expect(completions('self.ports[0].|').fields).toEqual(['name', 'number']);
    expect(completions('self.ports.filter(p, p.number > 1)[0].|').fields).toEqual(['name', 'number']);
  });

  it('offers the functions and macros of the type', () => {
    const ofText = completions('self.name.|');
    expect(ofText.functions).toEqual(expect.arrayContaining(['startsWith', 'matches', 'split', 'size']));
    expect(ofText.functions).not.toContain('sum');
    expect(ofText.macros).toEqual([]);
    expect(ofText.found).toContainEqual({
      label: 'startsWith',
      kind: 'function',
      type: 'string.startsWith(string): bool',
    });
    const ofList = completions('self.ports.map(p, p.number).|');
    expect(ofList.macros).toEqual(['all', 'exists', 'exists_one', 'map', 'filter']);
    expect(ofList.functions).toEqual(expect.arrayContaining(['sum', 'isSorted']));
    expect(ofList.functions).not.toContain('startsWith');
  });

  it('knows the variables of the macros around the cursor', () => {
    expect(completions('self.ports.all(p, |').variables).toContain('p');
    expect(completions('self.ports.all(p, p.|').fields).toEqual(['name', 'number']);
    expect(completions('self.ports.all(p, self.ports.exists(q, q.|').fields).toEqual(['name', 'number']);
    expect(completions('self.labels.all(k, k.|').functions).toContain('startsWith');
    expect(completions('self.ports.all(p, true) && |').variables).not.toContain('p');
  });

  it('offers the names after a variable with a dot in its name', () => {
    expect(completions('authorizer.|').fields).toEqual(['requestResource']);
    expect(completions('authorizer.requestResource.|').functions).toContain('check');
  });

  it('offers nothing within texts and numbers', () => {
    for (const marked of ['"self.|"', '"self.|', "self.name == 'a|", '1.|5', 'r"a|'])
      expect(completions(marked).found, marked).toEqual([]);
  });

  it('offers nothing after a receiver of an unknown type', () => {
    expect(completions('nothing.|').fields).toEqual([]);
    expect(completions(').|').found).toEqual([]);
  });
});

describe('the description of a word of an expression', () => {
  it('is the type of a variable or field', () => {
    expect(description('se|lf.on')).toBe('self: object');
    expect(description('self.port|s.size()')).toBe('self.ports: list(object)');
    expect(description('self.ports.all(p, p.num|ber > 1)')).toBe('p.number: int');
    expect(description('self.ports.all(p, |p.number > 1)')).toBe('p: object');
  });

  it('is the signatures of a function that fit its receiver, or a macro', () => {
    expect(description('self.name.start|sWith("a")')).toBe('string.startsWith(string): bool');
    expect(description('|size(self.name)')?.split('\n')).toContain('size(string): int');
    expect(description('self.ports.al|l(p, true)')).toBe('all(x, condition): bool');
    expect(description('ha|s(self.name)')).toBe('has(field): bool');
  });

  it('is absent for unknown names and between words', () => {
    for (const marked of ['oth|er', 'self.oth|er', 'self.name |== "a"', '"se|lf"'])
      expect(description(marked), marked).toBeUndefined();
  });
});
