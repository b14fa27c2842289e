import type { Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';
import { VIEWS } from './views.ts';

const GROUP = 'rbac.authorization.cluster.io';
const RBAC = `/apis/${GROUP}/v1/namespaces/sample`;

/** What a view says when it lacks something that the user may not read. */
const REFUSAL = /Access denied|could not be listed|are not included/;

/** Milliseconds in which a view is complete, and in which it is then observed. */
const COMPLETE = 1500;
const OBSERVED = 2000;

describe('a user who may only read one namespace', () => {
  const visit = visitApp({ hasSample: true });
  const main = () => visit.page.getByRole('main');

  beforeAll(async () => {
    const create = async (path: string, body: object) =>
      expect((await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) })).httpStatus).toBe(201);
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    await create(`${RBAC}/roles`, { metadata: { name: 'readers' }, rules });
    await create(`${RBAC}/rolebindings`, {
      metadata: { name: 'vera' },
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'readers' },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'vera' }],
    });
    await visit.page.goto(`${visit.url}/access?subject=user&user=vera`);
    await visit.page.getByRole('button', { name: 'Impersonate vera' }).click();
    await visit.page.getByRole('button', { name: 'Stop impersonating' }).first().waitFor();
  });

  it.each(VIEWS)('reads %s, or why it is denied, without errors and repeated requests', async (path) => {
    const earlier = visit.problems.length;
    await visit.page.goto(`${visit.url}${path}`);
    await main()
      .getByRole('heading', { level: 1 })
      .or(main().getByRole('heading', { level: 2 }))
      .first()
      .waitFor();
    await visit.page.waitForTimeout(COMPLETE);
    const requests: string[] = [];
    const note = (request: Request) =>
      requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
    visit.page.on('request', note);
    await visit.page.waitForTimeout(OBSERVED);
    visit.page.off('request', note);
    expect(requests.filter((request, index) => requests.indexOf(request) < index)).toEqual([]);
    const text = (await main().textContent()) ?? '';
    const reasons = await main().getByRole('link', { name: 'Why?' }).count();
    if (REFUSAL.test(text)) expect(reasons).toBeGreaterThan(0);
    expect(visit.problems.slice(earlier)).toEqual([]);
  });
});
