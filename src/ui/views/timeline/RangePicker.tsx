import { Button, Popover, TextInput, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import CalendarIcon from '@patternfly/react-icons/dist/esm/icons/calendar-alt-icon';
import { type FormEvent, useState } from 'react';
import { localTimeText, RANGES, rangeText, type TimeBounds } from '../../state/timeline/time-range.ts';

const WORDS: Readonly<Record<string, string>> = {
  '1m': 'last minute',
  '5m': 'last 5 minutes',
  '15m': 'last 15 minutes',
  '1h': 'last hour',
  all: 'recorded events',
};

const labelOf = (range: string): string => (range === 'all' ? 'All' : range);

interface RangePickerProps {
  /** The range, as in the address. */
  readonly chosen: string;
  /** Returns the visible times. */
  readonly boundsNow: () => TimeBounds;
  /** Updates the address. */
  readonly onChange: (range: string) => void;
}

/** Selects the visible range; dragging over the ruler does the same. */
export function RangePicker({ chosen, boundsNow, onChange }: RangePickerProps) {
  const isCustom = !RANGES.includes(chosen);
  return (
    <ToggleGroup aria-label="Time range" isCompact className="tp-ranges">
      {RANGES.map((range) => (
        <ToggleGroupItem
          key={range}
          text={labelOf(range)}
          aria-label={`${labelOf(range)}: ${WORDS[range] ?? range}`}
          buttonId={`range-${range}`}
          isSelected={range === chosen}
          onChange={() => onChange(range)}
        />
      ))}
      <Popover
        aria-label="Custom time range"
        headerContent="Custom time range"
        position="bottom"
        bodyContent={(hide) => <RangeForm boundsNow={boundsNow} onSubmit={onChange} onDone={hide} />}
      >
        <ToggleGroupItem
          icon={<CalendarIcon />}
          aria-label="Custom time range"
          buttonId="range-custom"
          isSelected={isCustom}
        />
      </Popover>
    </ToggleGroup>
  );
}

interface RangeFormProps extends Pick<RangePickerProps, 'boundsNow'> {
  readonly onSubmit: (range: string) => void;
  readonly onDone: () => void;
}

function RangeForm({ boundsNow, onSubmit, onDone }: RangeFormProps) {
  const [from, setFrom] = useState(() => localTimeText(boundsNow().from));
  const [to, setTo] = useState(() => localTimeText(boundsNow().to));
  const isValid = Date.parse(from) < Date.parse(to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    onSubmit(rangeText({ type: 'between', from: Date.parse(from), to: Date.parse(to) }));
    onDone();
  };
  return (
    <form className="tp-range-form" onSubmit={submit}>
      <label htmlFor="range-from">From</label>
      <TextInput
        id="range-from"
        type="datetime-local"
        step={1}
        value={from}
        onChange={(_, value) => setFrom(value)}
        validated={isValid ? 'default' : 'error'}
      />
      <label htmlFor="range-to">To</label>
      <TextInput id="range-to" type="datetime-local" step={1} value={to} onChange={(_, value) => setTo(value)} />
      {!isValid && <p className="tp-range-error">“From” must be before “To”.</p>}
      <Button type="submit" size="sm" isDisabled={!isValid}>
        Apply
      </Button>
    </form>
  );
}
