import { readLesson } from '../../../lessons/format/read-lesson.ts';
import type { Lesson } from '../../../lessons/lesson.ts';
import type { LessonSource } from '../stores/lessons-store.ts';

/** The texts of the app's lessons, by file. The numbers of the files are their order. */
const FILES = import.meta.glob<string>('../../../lessons/catalog/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The texts of the app's lessons by name, in order. */
const TEXTS = new Map(
  Object.keys(FILES)
    .sort()
    .map((file) => [/\d+-(.*)\.yaml$/.exec(file)?.[1] ?? file, FILES[file] ?? ''] as const),
);

export const lessonNames: readonly string[] = [...TEXTS.keys()];

const read = new Map<string, Lesson | undefined>();

/** Returns a lesson; undefined when the app has none of the name, or its text cannot be read. */
export function lessonOf({ name, yaml }: LessonSource): Lesson | undefined {
  const text = yaml ?? TEXTS.get(name) ?? '';
  if (!read.has(text)) read.set(text, readLesson(text).lesson);
  return read.get(text);
}
