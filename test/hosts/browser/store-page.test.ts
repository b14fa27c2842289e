import { afterEach, describe, expect, it, vi } from 'vitest';
import { storePage } from '../../../src/hosts/browser/store-page.ts';

const PAGE = 'https://shop.example/app/';

/** Simulates a page that has loaded files of its origin and of another one. */
function openPage(readyState: 'loading' | 'complete'): EventTarget {
  const page = new EventTarget();
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('location', { href: `${PAGE}#pods`, origin: 'https://shop.example' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const names = [`${PAGE}shop.js`, 'https://other.example/font', PAGE, 'https://shop.example.org/script'];
  vi.stubGlobal('performance', { getEntriesByType: () => names.map((name) => ({ name })) });
  return page;
}

describe('storing a page for use without a network', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('begins once the page has loaded, and includes only the files of its origin', async () => {
    const page = openPage('loading');
    const call = vi.fn(async () => undefined);
    const stored = storePage(call);
    await new Promise((resolve) => setTimeout(resolve));
    expect(call).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('load'));
    expect(await stored).toBe(true);
    expect(call.mock.calls).toEqual([['store-page', [PAGE, `${PAGE}shop.js`]]]);
  });

  it('resolves to false when the worker cannot store it, and reports the error', async () => {
    openPage('complete');
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const stored = storePage(() => Promise.reject(new Error('no space')));
    expect(await stored).toBe(false);
    expect(report.mock.calls.flat().join(' ')).toContain('the page could not be stored for use without a network');
  });
});
