import { useHome } from '../../conversation/context';
import { Feature } from '../../conversation/Feature';
import { useCss } from '../../ui/theme/css';
import type { Action } from '../../wire/rich';
import { useRich } from './context';
import { Glyph } from './Glyph';
import { Target } from './Target';
import { httpUrl, linkUrl } from './urls';

const style = `
  display:flex;flex-direction:column;gap:6px;align-self:stretch;margin-top:6px;margin-bottom:4px;min-width:min(200px,100%);
  & > a,& > button,& > span{
    display:flex;align-items:center;justify-content:center;gap:6px;min-height:36px;padding:6px 14px;border-radius:var(--control);
    border:1px solid var(--field);color:var(--secondary,var(--ink));font-size:min(.9375rem,1em);line-height:1.25rem;font-weight:600;
    text-align:center;text-decoration:none;overflow-wrap:anywhere;transition:border-color .15s,background-color .15s;
  }
  & > a:hover,& > button:hover{border-color:var(--ink);}
  & > span,& > [aria-busy]{color:var(--quiet);border-style:dashed;cursor:default;}
  & svg{flex:none;width:16px;height:16px;}
  & > p{color:var(--error);font-size:.8125rem;line-height:1.125rem;}
  @media (pointer:coarse){& > a,& > button{min-height:44px;}}
`;

/** The price of a purchase; the plain number when the currency is invalid. */
const price = (locale: string, { amount, currency }: Action): string => {
  if (amount === undefined) return '';
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);
  } catch {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount / 100);
  }
};

const Label = (props: { words: string; href: string }) => (
  <span>
    <bdi>{props.words}</bdi>
    <Target {...props} />
  </span>
);

const Link = ({ action, href }: { action: Action; href: string }) => {
  const { locale } = useHome().state.words.value;
  const cost = action.type === 'buy' ? price(locale, action) : '';
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <Label words={action.text} href={href} />
      {cost && <bdi>{cost}</bdi>}
      <Glyph name="out" />
    </a>
  );
};

/** A button that runs an action at the service or in the browser, and shows when it failed. */
const Doing = ({ action, stateKey }: { action: Action; stateKey: string }) => {
  const rich = useRich();
  const words = useHome().state.words.value;
  const isPostback = action.type === 'postback';
  const progress = (isPostback ? rich.postbacks : rich.locations).value[stateKey];
  const pending = progress === 'pending';
  return (
    <>
      <button
        type="button"
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        onClick={() => {
          if (pending) return;
          if (isPostback) rich.press(stateKey, action.id, action.text);
          else rich.share(stateKey);
        }}
      >
        {!isPostback && <Glyph name="pin" />}
        <bdi>{action.text}</bdi>
      </button>
      {progress === 'failed' && (
        <p role="alert">
          {isPostback ? words.t('action.failed', { source: action.text }) : words.t('location.failed')}
        </p>
      )}
    </>
  );
};

const One = ({ action, scope }: { action: Action; scope: string }) => {
  const words = useHome().state.words.value;
  switch (action.type) {
    case 'postback':
    case 'locationRequest':
      return <Doing action={action} stateKey={`${scope} ${action.id}`} />;
    default: {
      if (action.type === 'buy' && action.paid) {
        return <span>{`${action.text} · ${words.t('action.paid')}`}</span>;
      }
      const page = action.type === 'webview' && httpUrl(action.uri);
      if (page) {
        return (
          <Feature
            name="webviewCard"
            with={{ action, url: page, scope, label: <Label words={action.text} href={page} /> }}
            meanwhile={<Link action={action} href={page} />}
          />
        );
      }
      const href = linkUrl(action.uri);
      return href ? <Link action={action} href={href} /> : <span dir="auto">{action.text}</span>;
    }
  }
};

/**
 * The buttons of a message or an item, except quick replies (see Replies.tsx).
 * @param scope the message's key and the item's index, which make the buttons' state keys unique
 */
export const Actions = ({ actions, scope }: { actions: readonly Action[]; scope: string }) => {
  const css = useCss();
  const shown = actions.filter((a) => a.type !== 'reply');
  if (shown.length === 0) return null;
  return (
    <div className={css(style)}>
      {shown.map((action, i) => (
        <One key={i} action={action} scope={scope} />
      ))}
    </div>
  );
};
