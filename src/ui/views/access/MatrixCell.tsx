import { Button, Icon } from '@patternfly/react-core';
import CheckIcon from '@patternfly/react-icons/dist/esm/icons/check-icon';
import FilterIcon from '@patternfly/react-icons/dist/esm/icons/filter-icon';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useAccessSearch } from './use-access-search.ts';

interface MatrixCellProps {
  readonly verb: string;
  /** `deployments.apps/scale` */
  readonly resource: string;
  readonly isAllowed: boolean;
  /** Set when only these names are allowed. */
  readonly names?: readonly string[] | undefined;
  /** The bindings and roles that grant it; undefined when unknown. */
  readonly source?: string | undefined;
  /** Shows the verb instead of an icon. */
  readonly isLabelled?: boolean;
}

/** A decision; selecting it explains why. */
export function MatrixCell({ verb, resource, isAllowed, names, source, isLabelled = false }: MatrixCellProps) {
  const { change } = useAccessSearch();
  const [whole, subresource] = resource.split('/');
  const ask = () =>
    change(
      { about: undefined, resource: whole, verb, subresource, name: names?.[0], tab: undefined },
      { replace: false },
    );
  const decision = isAllowed ? (names ? `allowed for names ${names.join(', ')}` : 'allowed') : 'denied';
  const text = `${verb} ${resource}: ${decision}${source ? ` by ${source}` : ''}`;
  const look = names ? ({ status: 'warning' } as const) : isAllowed ? ({ status: 'success' } as const) : {};
  const mark = (
    <Icon {...look} className={isAllowed ? '' : 'tp-matrix-denied'}>
      {names ? <FilterIcon /> : isAllowed ? <CheckIcon /> : <TimesIcon />}
    </Icon>
  );
  return (
    <Button
      variant={isLabelled ? 'link' : 'plain'}
      size="sm"
      aria-label={text}
      title={text}
      onClick={ask}
      {...(isLabelled ? {} : { icon: mark })}
    >
      {isLabelled ? verb : null}
    </Button>
  );
}
