import { useMemo } from 'react';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { dialectProblems } from './dialect-problems.ts';
import type { LocatedProblem } from './problems.ts';

/** Returns the problems of a text with those of dialect names, which replace the server's message about them. */
export function useDialectProblems(text: string, others: readonly LocatedProblem[]): readonly LocatedProblem[] {
  const discovery = useDiscovery();
  const own = useMemo(() => dialectProblems(text, discovery), [text, discovery]);
  return useMemo(() => {
    if (own.length === 0) return others;
    const isExplained = ({ document, message }: LocatedProblem) =>
      /^The server has no /.test(message) && own.some((problem) => problem.document === document);
    return [...others.filter((problem) => !isExplained(problem)), ...own];
  }, [own, others]);
}
