import * as client from 'tabplane/client';
import * as testing from 'tabplane/testing';
import { expected, story } from './story.js';

test('a cluster works in this environment', async () => {
  expect(await story(testing, client)).toEqual(expected);
}, 60_000);
