import { describe, expect, it } from 'vitest';
import { createPod, failure, openProjects, pods, started } from './embedding.ts';
import { VERSION } from './project-host.ts';

const OLD = '0.0.1';

describe('versions of page and worker', () => {
  const projects = openProjects();

  it('change together when the host is updated, without losing data or open lists', async () => {
    const { page, host } = await projects.open({}, ({ versions }) => {
      versions.page = OLD;
      versions.worker = OLD;
    });
    await started(page);
    await createPod(page, 'kept');
    await expect.poll(() => pods(page)).toEqual(['kept Running']);
    Object.assign(host.versions, { page: VERSION, worker: VERSION });
    const other = await projects.context.newPage();
    await other.goto(host.page({}));
    await started(other);
    await expect.poll(() => pods(other)).toEqual(['kept Running']);
    expect(await createPod(other, 'new')).toBe(201);
    await expect.poll(() => pods(page)).toEqual(['kept Running', 'new Running']);
  });

  it('must match, or else an error states what to do', async () => {
    const { page } = await projects.open(undefined, ({ versions }) => {
      versions.worker = OLD;
    });
    expect(await failure(page)).toBe(
      `This page uses tabplane ${VERSION}, but its worker is of tabplane ${OLD}. ` +
        'Run "npx tabplane init public/", where public/ is the folder of your static files.',
    );
  });
});
