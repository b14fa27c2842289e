import { Button, Icon } from '@patternfly/react-core';
import ExclamationCircleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import InfoCircleIcon from '@patternfly/react-icons/dist/esm/icons/info-circle-icon';
import { Link } from '@tanstack/react-router';
import { ServerMessage } from '../../../components/text/ServerMessage.tsx';
import type { TextRange } from './field-position.ts';
import type { LocatedProblem } from './problems.ts';
import type { TextFix } from './text-fix.ts';

interface ProblemListProps {
  readonly problems: readonly LocatedProblem[];
  readonly onSelect: (range: TextRange) => void;
  readonly onFix?: (fix: TextFix) => void;
}

const ICONS = {
  error: { icon: ExclamationCircleIcon, status: 'danger', word: 'Error' },
  warning: { icon: ExclamationTriangleIcon, status: 'warning', word: 'Warning' },
  info: { icon: InfoCircleIcon, status: 'info', word: 'Note' },
} as const;

/** The problems of the text, worst first, each linked to its line. */
export function ProblemList({ problems, onSelect, onFix }: ProblemListProps) {
  const order = ['error', 'warning', 'info'] as const;
  const trace = problems.find((problem) => problem.trace)?.trace;
  const sorted = order.flatMap((severity) => problems.filter((problem) => problem.severity === severity));
  return (
    <section className="tp-problems" aria-label="Problems" aria-live="polite">
      {sorted.length === 0 && <p className="tp-subtle">No problems</p>}
      <ul>
        {sorted.map((problem) => (
          <li key={`${problem.range.line} ${problem.range.column} ${problem.field} ${problem.message}`}>
            <ProblemLine problem={problem} onSelect={onSelect} />
            {onFix &&
              problem.fixes?.map((fix) => (
                <Button key={fix.title} variant="link" isInline className="tp-problem-fix" onClick={() => onFix(fix)}>
                  {fix.title}
                </Button>
              ))}
          </li>
        ))}
      </ul>
      {trace && (
        <p>
          <Link to="/requests" search={{ trace }}>
            View request
          </Link>
        </p>
      )}
    </section>
  );
}

function ProblemLine({
  problem,
  onSelect,
}: {
  readonly problem: LocatedProblem;
  readonly onSelect: (range: TextRange) => void;
}) {
  const { severity, message, field, range } = problem;
  const { icon: SeverityIcon, status, word } = ICONS[severity];
  return (
    <Button variant="plain" className="tp-problem" onClick={() => onSelect(range)}>
      <Icon status={status} isInline>
        <SeverityIcon aria-label={word} role="img" />
      </Icon>
      <span className="tp-problem-line">Line {range.line}</span>
      <span>
        {field && <code>{field}</code>}
        {field && ' '}
        {message.includes('`') ? <Sentence text={message} /> : <ServerMessage>{message}</ServerMessage>}
      </span>
    </Button>
  );
}

/** A sentence that begins with text or a name in backquotes, and continues after the name. */
function Sentence({ text }: { readonly text: string }) {
  const [before = '', name, ...rest] = text.split('`');
  return (
    <>
      {before}
      {name !== undefined && <code>{name}</code>}
      {rest.length > 0 && <Sentence text={rest.join('`')} />}
    </>
  );
}
