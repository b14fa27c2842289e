import { describe, expect, it } from 'vitest';
import { forbiddenStatus } from '../../../src/authorization/forbidden-message.ts';
import { denialIn } from '../../../src/client/requests/denial.ts';

const attributes = {
  user: { username: 'alice' },
  verb: 'delete',
  isResourceRequest: true,
  path: '',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: '',
  namespace: 'shop',
  name: 'web',
};
const messageOf = (more: Partial<typeof attributes>): string =>
  forbiddenStatus({ ...attributes, ...more }, { reason: 'no rule' }).message;

describe("the denial in a server's message", () => {
  it('has the user, the verb and the object', () => {
    expect(denialIn(messageOf({}))).toEqual({
      username: 'alice',
      verb: 'delete',
      group: 'apps',
      resource: 'deployments',
      name: 'web',
      namespace: 'shop',
    });
  });

  it('has neither name nor namespace for a cluster-wide list', () => {
    expect(denialIn(messageOf({ group: '', resource: 'nodes', name: '', namespace: '', verb: 'list' }))).toEqual({
      username: 'alice',
      verb: 'list',
      group: '',
      resource: 'nodes',
    });
  });

  it('has the subresource', () => {
    expect(denialIn(messageOf({ subresource: 'scale' }))).toMatchObject({
      resource: 'deployments',
      subresource: 'scale',
    });
  });

  it('has the path of a non-resource request', () => {
    expect(denialIn(messageOf({ isResourceRequest: false, path: '/metrics', verb: 'get' }))).toEqual({
      username: 'alice',
      verb: 'get',
      path: '/metrics',
    });
  });

  it('is found after other text in the message', () => {
    expect(denialIn(`the server said: ${messageOf({})}`)).toMatchObject({ resource: 'deployments', name: 'web' });
  });

  it('is absent from other errors, including denials by admission', () => {
    for (const message of ['pods "web" not found', 'pods "web" is forbidden: exceeded quota: limits'])
      expect(denialIn(message)).toBeUndefined();
  });
});
