import { Button, Icon } from '@patternfly/react-core';
import CheckIcon from '@patternfly/react-icons/dist/esm/icons/check-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useAccessSearch } from './use-access-search.ts';

interface MatrixCellProps {
  readonly verb: string;
  readonly resource: string;
  readonly isAllowed: boolean;
}

/** One decision; choosing it asks why. */
export function MatrixCell({ verb, resource, isAllowed }: MatrixCellProps) {
  const { change } = useAccessSearch();
  const ask = () =>
    change(
      { about: undefined, resource, verb, subresource: undefined, name: undefined, tab: undefined },
      { replace: false },
    );
  return (
    <Button
      variant="plain"
      size="sm"
      aria-label={`${verb} ${resource}: ${isAllowed ? 'allowed' : 'denied'}`}
      title={`${verb} ${resource}: ${isAllowed ? 'allowed' : 'denied'}`}
      onClick={ask}
      icon={
        <Icon {...(isAllowed ? { status: 'success' as const } : {})} className={isAllowed ? '' : 'tp-matrix-denied'}>
          {isAllowed ? <CheckIcon /> : <TimesIcon />}
        </Icon>
      }
    />
  );
}
