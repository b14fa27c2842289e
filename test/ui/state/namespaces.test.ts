import { describe, expect, it } from 'vitest';
import {
  completeNamespaces,
  firstNamespace,
  namespaceParameter,
  readNamespaces,
} from '../../../src/ui/state/namespaces.ts';

describe('the namespaces of an address', () => {
  it('are all without a parameter, and one with an address of earlier versions', () => {
    expect(readNamespaces(undefined)).toEqual([]);
    expect(readNamespaces('shop')).toEqual(['shop']);
  });

  it('keep the order of their selection, in which the first is where objects are created', () => {
    expect(readNamespaces('web,shop,,web')).toEqual(['web', 'shop']);
    expect(namespaceParameter(['web', 'shop'])).toBe('web,shop');
    expect(firstNamespace('web,shop')).toBe('web');
  });

  it('are no parameter when all are selected', () => expect(namespaceParameter([])).toBeUndefined());

  it('are eight at most, whatever an address has', () => {
    expect(readNamespaces('a,b,c,d,e,f,g,h,i')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });
});

describe('the completion of typed namespaces', () => {
  const known = ['shop', 'web', 'web-test', 'kube-system', 'kube-public'];
  it.each([
    ['shop', ['shop']],
    ['web', ['web']],
    ['kube', ['kube-public', 'kube-system']],
    ['sh,kube', ['shop,kube-public', 'shop,kube-system']],
    ['shop,web', ['shop,web']],
    ['secret,web', ['secret,web']],
    ['', [undefined]],
    [undefined, [undefined]],
  ])('of %s is %j', (text, choices) => expect(completeNamespaces(text, known)).toEqual(choices));
});
