import { render } from '@testing-library/preact';
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { HomeCard } from '../../../src/conversation/card/HomeCard';
import { HomeProvider } from '../../../src/conversation/context';
import { drawTextBox, type TextBox } from '../../../src/launcher/textBox';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';

/** Draws the text box as the launcher does. @returns it, and the place of the card before it */
export const createTextBox = (send: (text: string) => void) => {
  const column = document.body.appendChild(document.createElement('div'));
  const container = column.appendChild(document.createElement('div'));
  return {
    textBox: drawTextBox(column, decodeLauncherConfig({}).launcher.words, send, { toggle() {} }),
    container,
  };
};

/** Takes the text box, which is not React's, away with the card. */
const WithTextBox = ({ textBox, children }: { textBox: TextBox; children: ReactNode }) => {
  useLayoutEffect(() => () => textBox.form.parentElement?.remove(), []);
  return <>{children}</>;
};

/** Draws the home card before its text box. */
export const renderCard = (
  { textBox, container }: ReturnType<typeof createTextBox>,
  home: ComponentProps<typeof HomeProvider>['value'],
) =>
  render(
    <WithTextBox textBox={textBox}>
      <HomeProvider value={home}>
        <HomeCard />
      </HomeProvider>
    </WithTextBox>,
    { container },
  );
