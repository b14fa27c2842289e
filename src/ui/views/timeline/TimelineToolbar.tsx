import {
  SearchInput,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { memo } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { EventIcon } from '../../components/events/EventMark.tsx';
import type { TimelineSearch } from '../../state/search-parameters.ts';
import { DEFAULT_RANGE, type TimeBounds } from '../../state/timeline/time-range.ts';
import { kindName } from '../../state/timeline/timeline.ts';
import { DEFAULT_TYPES, TIMELINE_EVENT_TYPES, type TimelineEventType } from '../../state/timeline/timeline-event.ts';
import { KindPicker } from './KindPicker.tsx';
import { RangePicker } from './RangePicker.tsx';

interface TimelineToolbarProps {
  readonly kinds: readonly DiscoveredResource[];
  /** Undefined for all recorded kinds. */
  readonly chosenKinds: readonly DiscoveredResource[] | undefined;
  /** The time range, as in the address. */
  readonly range: string;
  /** Returns the visible times. */
  readonly boundsNow: () => TimeBounds;
  readonly types: ReadonlySet<TimelineEventType>;
  readonly filter: string;
  /** Updates the address. */
  readonly onChange: (change: TimelineSearch) => void;
}

/** Memoized, because time passes and events arrive many times a second, and menus make the browser lay out the page. */
export const TimelineToolbar = memo(function TimelineToolbar(props: TimelineToolbarProps) {
  const { kinds, chosenKinds, range: chosenRange, boundsNow, types, filter, onChange } = props;
  const toggle = (type: TimelineEventType) => {
    const changed = TIMELINE_EVENT_TYPES.filter((other) => (other === type ? !types.has(other) : types.has(other)));
    onChange({ types: changed.join(',') === DEFAULT_TYPES.join(',') ? undefined : changed.join(',') || 'none' });
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
          <KindPicker
            all={kinds}
            chosen={chosenKinds}
            onChange={(chosen) => onChange({ kinds: chosen?.map(kindName).join(',') })}
          />
        </ToolbarItem>
        <ToolbarItem>
          <ToggleGroup aria-label="Event types">
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
        <ToolbarItem>
          <RangePicker
            chosen={chosenRange}
            boundsNow={boundsNow}
            onChange={(range) => onChange({ range: range === DEFAULT_RANGE ? undefined : range })}
          />
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
});
