import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { errorText } from '../../src/api/error-text.ts';
import { isBlob, isBytes, isError, isPromise, isTypeError } from '../../src/api/realms.ts';

it.each([
  ['bytes', isBytes, 'new Uint8Array(2)'],
  ['a promise', isPromise, 'Promise.resolve()'],
  ['an error', isError, 'new RangeError()'],
  ['a blob', isBlob, '({ [Symbol.toStringTag]: "File" })'],
  ['a TypeError', isTypeError, 'new TypeError()'],
])('recognizes %s of another realm', (_, recognizes, code) => {
  const foreign: unknown = runInNewContext(code);
  expect(recognizes(foreign)).toBe(true);
  expect(recognizes({})).toBe(false);
  expect(recognizes(undefined)).toBe(false);
});

it('errorText returns the message of an error of another realm', () => {
  expect(errorText(runInNewContext('new TypeError("fetch failed")'))).toBe('fetch failed');
});

/** Files that run only in browser pages and workers, which have one realm, and the text of the sandbox's prelude. */
const IN_ONE_REALM = /^(ui|hosts\/(page|msw))\/|sandbox-prelude/;

it('the sources use instanceof of platform classes only where there is one realm', () => {
  const sources = new URL('../../src', import.meta.url).pathname;
  const comparing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !IN_ONE_REALM.test(name))
    .filter((name) =>
      /instanceof (Array|ArrayBuffer|Uint8Array|Promise|Response|Request|TypeError|DOMException|Headers|URL|Blob)\b/.test(
        readFileSync(join(sources, name), 'utf8'),
      ),
    );
  expect(comparing).toEqual([]);
});
