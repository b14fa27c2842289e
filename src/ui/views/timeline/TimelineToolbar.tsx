import {
  Button,
  SearchInput,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core';
import PauseIcon from '@patternfly/react-icons/dist/esm/icons/pause-icon';
import PlayIcon from '@patternfly/react-icons/dist/esm/icons/play-icon';
import SearchMinusIcon from '@patternfly/react-icons/dist/esm/icons/search-minus-icon';
import SearchPlusIcon from '@patternfly/react-icons/dist/esm/icons/search-plus-icon';
import { useStore } from 'zustand';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { TimelineSearch } from '../../state/search-parameters.ts';
import { kindName } from '../../state/timeline.ts';
import { TIMELINE_EVENT_TYPES, type TimelineEventType } from '../../state/timeline-store.ts';
import { EventIcon } from './EventMark.tsx';
import { KindPicker } from './KindPicker.tsx';
import type { TimeAxis } from './use-time-axis.ts';

interface TimelineToolbarProps {
  readonly kinds: { readonly all: readonly DiscoveredResource[]; readonly chosen: readonly DiscoveredResource[] };
  readonly types: ReadonlySet<TimelineEventType>;
  readonly filter: string;
  readonly axis: TimeAxis;
  /** Changes the address. */
  readonly onChange: (change: TimelineSearch) => void;
}

export function TimelineToolbar({ kinds, types, filter, axis, onChange }: TimelineToolbarProps) {
  const { isPaused, waiting, pause, resume, clear } = useStore(useApplication().timeline.store);
  const toggle = (type: TimelineEventType) => {
    const changed = TIMELINE_EVENT_TYPES.filter((other) => (other === type ? !types.has(other) : types.has(other)));
    onChange({ types: changed.length === TIMELINE_EVENT_TYPES.length ? undefined : changed.join(',') || 'none' });
  };
  return (
    <Toolbar className="tp-timeline-toolbar" inset={{ default: 'insetMd' }}>
      <ToolbarContent>
        <ToolbarItem className="tp-toolbar-search">
          <SearchInput
            value={filter}
            onChange={(_, value) => onChange({ filter: value || undefined })}
            onClear={() => onChange({ filter: undefined })}
            placeholder="Filter by any text"
            aria-label="Filter by any text"
          />
        </ToolbarItem>
        <ToolbarItem>
          <KindPicker {...kinds} onChange={(chosen) => onChange({ kinds: chosen.map(kindName).join(',') || 'none' })} />
        </ToolbarItem>
        <ToolbarItem>
          <ToggleGroup aria-label="Types of events">
            {TIMELINE_EVENT_TYPES.map((type) => (
              <ToggleGroupItem
                key={type}
                icon={<EventIcon type={type} />}
                text={<span className="tp-type-text">{type.charAt(0) + type.slice(1).toLowerCase()}</span>}
                aria-label={type}
                buttonId={`type-${type}`}
                isSelected={types.has(type)}
                onChange={() => toggle(type)}
              />
            ))}
          </ToggleGroup>
        </ToolbarItem>
        <ToolbarGroup align={{ default: 'alignEnd' }} variant="action-group-plain">
          <ToolbarItem>
            <Button variant="plain" aria-label="Zoom out" icon={<SearchMinusIcon />} onClick={() => axis.zoom(2)} />
          </ToolbarItem>
          <ToolbarItem>
            <Button variant="plain" aria-label="Zoom in" icon={<SearchPlusIcon />} onClick={() => axis.zoom(0.5)} />
          </ToolbarItem>
          {!axis.isLive && (
            <ToolbarItem>
              <Button variant="link" onClick={axis.goLive}>
                To now
              </Button>
            </ToolbarItem>
          )}
          <ToolbarItem>
            <Button
              variant={isPaused ? 'primary' : 'secondary'}
              icon={isPaused ? <PlayIcon /> : <PauseIcon />}
              onClick={isPaused ? resume : pause}
            >
              {isPaused
                ? `Resume${waiting.length > 0 ? ` (${waiting.length.toLocaleString('en')} new)` : ''}`
                : 'Pause'}
            </Button>
          </ToolbarItem>
          <ToolbarItem>
            <Button variant="link" onClick={clear}>
              Clear
            </Button>
          </ToolbarItem>
        </ToolbarGroup>
      </ToolbarContent>
    </Toolbar>
  );
}
