import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { solveInNewCluster } from '../../src/hosts/lessons/solve-in-new-cluster.ts';
import { readLesson } from '../../src/lessons/format/read-lesson.ts';

const CATALOG = new URL('../../src/lessons/catalog/', import.meta.url);

describe('the lessons of the app', () => {
  it.each(readdirSync(CATALOG))('%s has no unsolved start and is solved by its own solutions', async (file) => {
    const { lesson, problems } = readLesson(readFileSync(new URL(file, CATALOG), 'utf8'));
    expect(problems).toEqual([]);
    expect(lesson && (await solveInNewCluster(lesson))).toEqual([]);
  });
});
