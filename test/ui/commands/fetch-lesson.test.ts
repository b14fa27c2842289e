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
});
