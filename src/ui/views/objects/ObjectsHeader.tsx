import { Button, Flex, FlexItem, PageSection, Title, Tooltip } from '@patternfly/react-core';
import OutlinedStarIcon from '@patternfly/react-icons/dist/esm/icons/outlined-star-icon';
import StarIcon from '@patternfly/react-icons/dist/esm/icons/star-icon';
import { memo } from 'react';
import { useStore } from 'zustand';
import { apiVersionOf } from '../../../api/object.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { HeaderActions } from './HeaderActions.tsx';

interface ObjectsHeaderProps {
  readonly resource: DiscoveredResource;
  readonly shown: number;
  readonly total: number;
  readonly isLoaded: boolean;
}

export function ObjectsHeader({ resource, shown, total, isLoaded }: ObjectsHeaderProps) {
  const count =
    shown === total ? total.toLocaleString('en') : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return (
    <PageSection className="tp-header" hasBodyWrapper={false}>
      <Flex alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapSm' }}>
        <Title headingLevel="h1">{pluralKind(resource)}</Title>
        <PinButton resource={resource} />
        <FlexItem className="tp-subtle" aria-live="polite">
          {isLoaded ? count : ''} <span className="tp-version">{apiVersionOf(resource.group, resource.version)}</span>
        </FlexItem>
        {resource.verbs.includes('create') && (
          <FlexItem align={{ default: 'alignRight' }}>
            <HeaderActions resource={resource} />
          </FlexItem>
        )}
      </Flex>
    </PageSection>
  );
}

/** Memoized, because the count beside it changes many times a second, and tooltips are slow to render. */
const PinButton = memo(function PinButton({ resource }: Pick<ObjectsHeaderProps, 'resource'>) {
  const { favourites, toggleFavourite } = useStore(useApplication().preferences);
  const key = groupResourceKey(resource);
  const isPinned = favourites.includes(key);
  const label = isPinned ? 'Unpin from navigation' : 'Pin to navigation';
  return (
    <Tooltip content={label}>
      <Button
        variant="plain"
        aria-label={label}
        aria-pressed={isPinned}
        icon={isPinned ? <StarIcon /> : <OutlinedStarIcon />}
        onClick={() => toggleFavourite(key)}
      />
    </Tooltip>
  );
});
