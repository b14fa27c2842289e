import { describe, expect, it } from 'vitest';
import { askCluster, askSuccessor, killWorkers, visitApp } from './browser.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('the requests of a cluster', () => {
  const visit = visitApp({ hasSample: false });
  const row = (text: string | RegExp) =>
    visit.page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: text });

  it('are listed with denials', async () => {
    await visit.page.getByText('Connected').first().waitFor();
    const body = JSON.stringify({ metadata: { name: 'traced' } });
    expect((await askCluster(visit.page, CONFIG_MAPS, { method: 'POST', body })).httpStatus).toBe(201);
    const denied = (path: string) => fetch(path, { method: 'DELETE' }).then(({ status }) => status);
    expect(await visit.page.evaluate(denied, `${CONFIG_MAPS}/traced`)).toBe(403);
    await visit.page.goto(`${visit.url}/requests`);
    await row(/create configmaps traced/).waitFor();
    await row(/delete configmaps traced/).waitFor();
  });

  it('stay and can be opened when the worker is killed, and newer ones join them', async () => {
    await killWorkers(visit.context, visit.page);
    const body = JSON.stringify({ data: { changed: 'yes' } });
    const type = 'application/merge-patch+json';
    await askSuccessor(visit.page, `${CONFIG_MAPS}/traced`, { method: 'PATCH', type, body });
    await row(/patch configmaps traced/).waitFor();
    expect([await row(/create configmaps traced/).count(), await row(/delete configmaps traced/).count()]).toEqual([
      1, 1,
    ]);
    await row(/delete configmaps traced/).click();
    await visit.page.getByRole('heading', { name: 'delete configmaps traced' }).waitFor();
    await visit.page.getByText('system:anonymous').first().waitFor();
  });

  it('survive a reload after another kill', async () => {
    await killWorkers(visit.context, visit.page);
    await visit.page.goto(`${visit.url}/requests`);
    for (const verb of ['create', 'delete', 'patch']) await row(`${verb} configmaps traced`).waitFor();
  });

  it('are those of controllers once these are switched on', async () => {
    const ofController = row(/create configmaps kube-root-ca\.crt/).first();
    expect(await ofController.count()).toBe(0);
    const controllers = visit.page.getByRole('switch', { name: 'Controllers and heartbeats' });
    await controllers.check({ force: true });
    await ofController.waitFor();
    await controllers.uncheck({ force: true });
    await ofController.waitFor({ state: 'detached' });
  });

  it('are reads while these are followed', async () => {
    const reads = visit.page.getByRole('switch', { name: 'Reads and watches' });
    await reads.check({ force: true });
    const read = row(/list configmaps/);
    const readAgain = async () => {
      await askCluster(visit.page, CONFIG_MAPS);
      return read.count();
    };
    await expect.poll(readAgain, { timeout: 10_000 }).toBeGreaterThan(0);
    await reads.uncheck({ force: true });
    await read.first().waitFor({ state: 'detached' });
  });

  it('show where their time went, and their headers', async () => {
    await row(/create configmaps traced/).click();
    const stages = visit.page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
    await stages.first().waitFor();
    const names = (await stages.allTextContents()).map((text) => text.replace(/ (< )?\d+ ms$/, ''));
    expect(names).toEqual(['authentication', 'flow control', 'authorization', 'endpoint']);
    await visit.page.getByRole('button', { name: 'Request headers' }).click();
    await visit.page.getByText('content-type: application/json').waitFor();
  });

  it('are filtered by fields, each of which can be taken away', async () => {
    const filter = visit.page.getByRole('textbox', { name: 'Filter requests' });
    await filter.fill('path:/traced -method:delete');
    await row(/patch configmaps traced/).waitFor();
    await row(/delete configmaps traced/).waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: 'Remove -method:delete' }).click();
    await row(/delete configmaps traced/).waitFor();
    expect(await filter.inputValue()).toBe('path:/traced');
  });
});
