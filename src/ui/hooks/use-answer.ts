import { useEffect, useRef, useState } from 'react';

export interface Answer<T> {
  /** Of the current question; while it is asked again, the answer before. */
  readonly value: T | undefined;
  readonly error: unknown;
}
interface GivenAnswer<T> extends Answer<T> {
  readonly question: string;
  readonly occasion: string;
}

const PENDING = { value: undefined, error: undefined };

/**
 * The answer to a question that is asked once, and again on every new occasion.
 * @param question Text that is the same for the same question.
 * @param occasion Text that changes when the same question may have got another answer.
 */
export function useAnswer<T>(question: string, occasion: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<GivenAnswer<T>>();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const abort = new AbortController();
    const keep = (given: Answer<T>) => {
      if (!abort.signal.aborted) setAnswer({ ...given, question, occasion });
    };
    latest
      .current(abort.signal)
      .then((value) => keep({ value, error: undefined }))
      .catch((error: unknown) => keep({ value: undefined, error }));
    return () => abort.abort();
  }, [question, occasion]);
  return answer && answer.question === question ? answer : PENDING;
}
