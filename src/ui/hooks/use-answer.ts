import { useEffect, useRef, useState } from 'react';

export interface Answer<T> {
  /** The answer to the current question; the previous answer to it while a new one is loading. */
  readonly value: T | undefined;
  readonly error: unknown;
}
interface GivenAnswer<T> extends Answer<T> {
  readonly question: string;
  readonly occasion: string;
}

const PENDING = { value: undefined, error: undefined };

/**
 * Returns the answer to a question, which is asked again when `occasion` changes.
 * @param question Equal for equal questions.
 * @param occasion Changes when the answer may have changed.
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
