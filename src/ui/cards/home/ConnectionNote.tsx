import { useHome } from '../../context';
import { useCss } from '../../theme/css';

const style = `
  &:empty{display:none;}
  padding:6px 16px;background:var(--business);font-size:13px;line-height:18px;text-align:center;
`;

/** Says that messages will go out later, as long as the connection is lost; always there, so that it is announced. */
export const ConnectionNote = () => {
  const { state } = useHome();
  const lost = state.connection.value === 'reconnecting';
  return (
    <p className={useCss()(style)} role="status">
      {lost ? state.words.value.t('connection_reconnecting') : null}
    </p>
  );
};
