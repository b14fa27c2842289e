import { DropdownItem, DropdownList } from '@patternfly/react-core';
import DesktopIcon from '@patternfly/react-icons/dist/esm/icons/desktop-icon';
import MoonIcon from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import SunIcon from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { Theme } from '../../state/stores/preferences-store.ts';
import { Menu } from '../Menu.tsx';

const THEMES: readonly { readonly theme: Theme; readonly text: string; readonly icon: typeof SunIcon }[] = [
  { theme: 'light', text: 'Light', icon: SunIcon },
  { theme: 'dark', text: 'Dark', icon: MoonIcon },
  { theme: 'system', text: 'System', icon: DesktopIcon },
];

export function ThemeMenu() {
  const { theme, setTheme } = useStore(useApplication().preferences);
  const Current = THEMES.find((row) => row.theme === theme)?.icon ?? DesktopIcon;
  return (
    <Menu popperProps={{ position: 'right' }} toggle={{ variant: 'plain', 'aria-label': 'Theme', icon: <Current /> }}>
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
    </Menu>
  );
}
