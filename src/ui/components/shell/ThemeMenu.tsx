import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import DesktopIcon from '@patternfly/react-icons/dist/esm/icons/desktop-icon';
import MoonIcon from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import SunIcon from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { Theme } from '../../state/stores/preferences-store.ts';

const THEMES: readonly { readonly theme: Theme; readonly text: string; readonly icon: typeof SunIcon }[] = [
  { theme: 'light', text: 'Light', icon: SunIcon },
  { theme: 'dark', text: 'Dark', icon: MoonIcon },
  { theme: 'system', text: 'System', icon: DesktopIcon },
];

export function ThemeMenu() {
  const { theme, setTheme } = useStore(useApplication().preferences);
  const [isOpen, setOpen] = useState(false);
  const Current = THEMES.find((row) => row.theme === theme)?.icon ?? DesktopIcon;
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label="Theme"
          icon={<Current />}
        />
      )}
    >
      <DropdownList>
        {THEMES.map((row) => (
          <DropdownItem
            key={row.theme}
            icon={<row.icon />}
            isSelected={row.theme === theme}
            onClick={() => setTheme(row.theme)}
          >
            {row.text}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
