import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchLesson } from '../../../src/ui/commands/fetch-lesson.ts';

const ORIGIN = 'https://app.example';
const { signal } = new AbortController();

afterEach(() => vi.unstubAllGlobals());

describe('fetching a lesson', () => {
  it('returns the text at an address of the app’s own origin, without credentials', async () => {
    const fetching = vi.fn(async () => new Response('title: T'));
    vi.stubGlobal('fetch', fetching);
    expect(await fetchLesson('/my/lesson.yaml', ORIGIN, signal)).toBe('title: T');
    const options = { signal, credentials: 'omit', redirect: 'error' };
    expect(fetching).toHaveBeenCalledWith(new URL('https://app.example/my/lesson.yaml'), options);
  });

  it.each(['https://evil.example/lesson.yaml', '//evil.example/lesson.yaml', 'data:text/plain,title', 'http://['])(
    'requests nothing from %s, which is elsewhere',
    async (address) => {
      const fetching = vi.fn();
      vi.stubGlobal('fetch', fetching);
      await expect(fetchLesson(address, ORIGIN, signal)).rejects.toThrow(`and ${address} is elsewhere`);
      expect(fetching).not.toHaveBeenCalled();
    },
  );

  it('says that there is no file', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(fetchLesson('/none.yaml', ORIGIN, signal)).rejects.toThrow(
      '/none.yaml does not exist: the server responded with status 404.',
    );
  });

  it.each(['/api/v1/secrets', '/apis/apps/v1/deployments', '/docs/../api/v1/pods'])(
    'requests nothing from %s, which is a path of the API',
    async (address) => {
      const fetching = vi.fn();
      vi.stubGlobal('fetch', fetching);
      await expect(fetchLesson(address, ORIGIN, signal)).rejects.toThrow('is a path of the API, which has no lessons');
      expect(fetching).not.toHaveBeenCalled();
    },
  );

  it('reads no more of a file than a lesson can have', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
    vi.stubGlobal('fetch', async () => new Response(endless));
    await expect(fetchLesson('/endless.yaml', ORIGIN, signal)).rejects.toThrow(
      '/endless.yaml is larger than 256 KiB, and so cannot be a lesson.',
    );
    expect(sent).toBeLessThan(20);
  });

  it('says in a sentence that the server does not respond', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(fetchLesson('/far.yaml', ORIGIN, signal)).rejects.toThrow('/far.yaml could not be read, because');
  });
});
