import {
  Badge,
  Menu,
  MenuContainer,
  MenuContent,
  MenuItem,
  MenuList,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  SearchInput,
} from '@patternfly/react-core';
import { useRef, useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { kindName } from '../../state/timeline/timeline.ts';

interface KindPickerProps {
  readonly all: readonly DiscoveredResource[];
  /** Undefined for all recorded kinds. */
  readonly chosen: readonly DiscoveredResource[] | undefined;
  readonly onChange: (chosen: readonly DiscoveredResource[] | undefined) => void;
}

/** Selects the kinds to show; selected ones come first. */
export function KindPicker({ all, chosen: named, onChange }: KindPickerProps) {
  const chosen = named ?? [];
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState('');
  const toggle = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const shown = all
    .filter((resource) => `${resource.kind} ${kindName(resource)}`.toLowerCase().includes(filter.trim().toLowerCase()))
    .toSorted((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a)) || a.kind.localeCompare(b.kind));
  const choose = (name: string) => {
    const resource = all.find((one) => kindName(one) === name);
    if (!resource) return;
    const changed = chosen.includes(resource) ? chosen.filter((one) => one !== resource) : [...chosen, resource];
    onChange(changed.length > 0 ? changed : undefined);
  };
  return (
    <MenuContainer
      isOpen={isOpen}
      onOpenChange={setOpen}
      onOpenChangeKeys={['Escape']}
      toggleRef={toggle}
      menuRef={menu}
      toggle={
        <MenuToggle
          ref={toggle}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          badge={<Badge isRead>{named ? chosen.length : 'all'}</Badge>}
        >
          Kinds
        </MenuToggle>
      }
      menu={
        <Menu ref={menu} role="menu" isScrollable onSelect={(_, name) => choose(String(name))}>
          <MenuSearch>
            <MenuSearchInput>
              <SearchInput
                value={filter}
                onChange={(_, value) => setFilter(value)}
                aria-label="Filter kinds"
                placeholder="Filter kinds"
              />
            </MenuSearchInput>
          </MenuSearch>
          <MenuContent maxMenuHeight="20rem">
            <MenuList>
              {shown.map((resource) => (
                <MenuItem
                  key={kindName(resource)}
                  itemId={kindName(resource)}
                  hasCheckbox
                  isSelected={chosen.includes(resource)}
                  description={resource.group || 'core'}
                >
                  {pluralKind(resource)}
                </MenuItem>
              ))}
            </MenuList>
          </MenuContent>
        </Menu>
      }
    />
  );
}
