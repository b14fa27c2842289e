import { describe, expect, it } from 'vitest';
import { imageOf } from '../../../src/simulation/images/image-reference.ts';
import { NodeImages } from '../../../src/simulation/images/node-images.ts';
import { PullBackoff } from '../../../src/simulation/images/pull-backoff.ts';
import { SimulatedNodes } from '../../../src/simulation/nodes/simulated-nodes.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('the name of an image', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.25', 'docker.io/library/nginx:1.25'],
    ['docker.io/nginx:1.25', 'docker.io/library/nginx:1.25'],
    ['index.docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['team/app:2', 'docker.io/team/app:2'],
    ['localhost/app', 'localhost/app:latest'],
    ['registry:5000/app', 'registry:5000/app:latest'],
    ['registry.k8s.io/pause:3.9', 'registry.k8s.io/pause:3.9'],
    [`nginx:1.25@${DIGEST}`, `docker.io/library/nginx@${DIGEST}`],
  ])('for %s is %s in the container runtime', (reference, name) => {
    expect(imageOf(reference).name).toBe(name);
  });

  it('determines its digest and size, and is reported after the digest', () => {
    const { id, reported } = imageOf('nginx:1.25');
    expect(id).toMatch(/^docker\.io\/library\/nginx@sha256:[0-9a-f]{64}$/);
    expect(reported).toEqual({ names: [id, 'docker.io/library/nginx:1.25'], sizeBytes: expect.any(Number) });
    expect(imageOf('docker.io/library/nginx:1.25')).toEqual(imageOf('nginx:1.25'));
    expect(imageOf(`nginx@${DIGEST}`).reported.names).toEqual([`docker.io/library/nginx@${DIGEST}`]);
  });
});

describe('the images of a node', () => {
  const [nginx, redis] = [imageOf('nginx'), imageOf('redis')];

  it('are pulled one after the other, and are present once their pull ends', () => {
    const images = new NodeImages();
    expect(images.pull(nginx, 500, 1000, false)).toEqual({ duration: 500, total: 500 });
    expect(images.pull(redis, 300, 1100, false)).toEqual({ duration: 300, total: 700 });
    expect([images.has(nginx, 1499), images.has(nginx, 1500), images.has(redis, 1799)]).toEqual([false, true, false]);
    expect(images.has(redis, 1800)).toBe(true);
  });

  it('are pulled again in 100 ms', () => {
    const images = new NodeImages();
    images.pull(nginx, 5000, 0, false);
    expect(images.pull(nginx, 5000, 1000, false)).toEqual({ duration: 100, total: 4100 });
  });

  it('are absent after a failed pull, for which the next pull waits', () => {
    const images = new NodeImages();
    images.pull(nginx, 500, 0, true);
    expect(images.has(nginx, 10_000)).toBe(false);
    expect(images.pull(nginx, 500, 100, false)).toEqual({ duration: 500, total: 900 });
  });

  it('are listed by size, 50 at most', () => {
    const images = new NodeImages();
    for (let index = 0; index < 60; index++) images.pull(imageOf(`app:${index}`), 0, 0, false);
    const sizes = images.list(0).map(({ sizeBytes = 0 }) => sizeBytes);
    expect(sizes).toHaveLength(50);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    images.pull(nginx, 500, 0, false);
    expect(images.list(0)).not.toContain(nginx.reported);
  });

  it('are restored from the status of the node, by tag and by digest', () => {
    const nodes = new SimulatedNodes();
    const metadata = { name: 'n1', annotations: { 'simulation.tabplane.dev/node': 'true' } };
    nodes.set({
      apiVersion: 'v1',
      kind: 'Node',
      metadata,
      status: { images: [nginx.reported, { names: ['redis:latest'], sizeBytes: 1 }] },
    });
    const images = nodes.get('n1')?.images;
    expect([images?.has(nginx, 0), images?.has(imageOf(nginx.id), 0), images?.has(redis, 0)]).toEqual([
      true,
      true,
      true,
    ]);
    nodes.set({ apiVersion: 'v1', kind: 'Node', metadata, status: { images: [] } });
    expect(nodes.get('n1')?.images).toBe(images);
  });
});

describe('a pod that cannot pull an image', () => {
  it('doubles its wait for this image at each failure, and waits ten seconds again after ten minutes without one', () => {
    const backoff = new PullBackoff();
    const waits = (now: number) => backoff.waits('uid', 'app', now);
    backoff.fail('uid', 'app', 0);
    expect([waits(9999), waits(10_000)]).toEqual([true, false]);
    backoff.fail('uid', 'app', 20_000);
    expect([waits(39_999), waits(40_000)]).toEqual([true, false]);
    expect([backoff.waits('other', 'app', 30_000), backoff.waits('uid', 'other', 30_000)]).toEqual([false, false]);
    backoff.fail('uid', 'app', 620_001);
    expect([waits(630_000), waits(630_001)]).toEqual([true, false]);
    backoff.forget('uid');
    expect(waits(620_001)).toBe(false);
  });
});
