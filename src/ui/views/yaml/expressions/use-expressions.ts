import { useEffect, useMemo, useRef, useState } from 'react';
import type {
  ExpressionCheckSpec,
  ExpressionCompletion,
  WordDescription,
} from '../../../../api/debug/expression-check.ts';
import { ApiError } from '../../../../client/api-error.ts';
import { checkExpressions } from '../../../commands/check-expressions.ts';
import { useApplication, useIdentity } from '../../../hooks/use-application.ts';
import { useStableCallback } from '../../../hooks/use-stable-callback.ts';
import type { LocatedProblem } from '../problems/problems.ts';
import { type CheckedObject, expressionAt, expressionProblems, objectsWithExpressions } from './expression-places.ts';

/** Help for the expression at an offset of a text. */
export interface ExpressionHelp {
  readonly completions: readonly ExpressionCompletion[];
  /** The word at the offset, with offsets in the text. */
  readonly description: WordDescription | undefined;
}

/** Returns the help for an offset of a text; undefined when there is no expression. */
export type HelpAt = (text: string, offset: number) => Promise<ExpressionHelp | undefined>;

/** Milliseconds without typing before expressions are checked. */
const TYPING_PAUSE = 300;

/** Returns the problems that the server finds in the expressions of a text, and the function that completes them. */
export function useExpressions(text: string): {
  readonly problems: readonly LocatedProblem[];
  readonly helpAt: HelpAt;
} {
  const { client, platform } = useApplication();
  const identity = useIdentity();
  const denied = useRef<typeof identity>(undefined);
  const [checked, setChecked] = useState<readonly CheckedObject[]>([]);
  /** Asks the server, which is not repeated for a user who may not ask. */
  const ask = useStableCallback(async (spec: ExpressionCheckSpec, signal?: AbortSignal) => {
    if (denied.current === identity) return undefined;
    return checkExpressions(client, spec, signal).catch((error: unknown) => {
      // A rejected object says nothing about the next one.
      if (error instanceof ApiError && error.status.code !== 400) denied.current = identity;
      return undefined;
    });
  });
  // Comments and line breaks change no expression.
  const question = useMemo(() => JSON.stringify(objectsWithExpressions(text)), [text]);
  useEffect(() => {
    const objects = JSON.parse(question) as ReturnType<typeof objectsWithExpressions>;
    const abort = new AbortController();
    const check = async () => {
      const answers = await Promise.all(
        objects.map(async ({ document, object }) => {
          const status = await ask({ object }, abort.signal);
          return status ? [{ document, object, expressions: status.expressions }] : [];
        }),
      );
      if (!abort.signal.aborted) setChecked(answers.flat());
    };
    const cancel = objects.length > 0 ? platform.clock.after(TYPING_PAUSE, () => void check()) : undefined;
    return () => {
      cancel?.();
      abort.abort();
    };
  }, [ask, platform, question]);
  const problems = useMemo(() => expressionProblems(text, checked), [text, checked]);
  const helpAt = useStableCallback(async (written: string, offset: number) => {
    const found = expressionAt(written, offset);
    const status = found && (await ask(found.spec));
    if (!status) return undefined;
    const { completions = [], description } = status;
    const offsetOf = (at: number) => found.offsets[at] ?? offset;
    return {
      completions,
      description: description && {
        ...description,
        start: offsetOf(description.start),
        end: offsetOf(description.end - 1) + 1,
      },
    };
  });
  return { problems, helpAt };
}
