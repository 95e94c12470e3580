import { useEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { UploadProps } from '../../conversation/features';
import { bubble, TextMessage } from '../../conversation/log/kinds/TextMessage';
import { Icon } from '../../ui/primitives/Icon';
import { useCss } from '../../ui/theme/css';
import type { Upload, Uploads } from './uploadState';

/** The largest preview, in CSS pixels: that of a picture that was sent. */
const WIDEST = 260;
const TALLEST = 320;

// The progress is drawn as a border, because forced-colors mode removes backgrounds.
const style = `
  position:relative;--focus:currentColor;
  & progress{position:absolute;inset:auto 14px 3px;width:auto;height:6px;appearance:none;border:1px solid;border-radius:3px;overflow:hidden;background:none;}
  & progress::-webkit-progress-bar{background:none;}
  & progress::-webkit-progress-value{border-top:6px solid;}
  & progress::-moz-progress-bar{border-top:6px solid;}
  & button{flex:none;display:grid;place-items:center;width:32px;height:32px;margin:-6px;border-radius:50%;}
  @media (pointer:coarse){& button{width:44px;height:44px;margin:-12px;}}
`;

/** A picture is as large as the sent one will be, so that nothing moves then. Name and progress lie over it. */
const picture = `
  &&&{padding:0;overflow:hidden;}
  & canvas{display:block;width:100%;height:100%;object-fit:cover;}
  & > span{position:absolute;inset:auto 0 0;padding:4px 12px 12px;background:#161a18d9;color:#fff;line-height:1.25;}
  & > span:last-child{padding-bottom:4px;}
  & > progress{color:#fff;}
`;

type Draw = (canvas: HTMLCanvasElement, file: Blob, width: number, height: number) => Promise<boolean>;

/** The bubble of a file during its upload: preview, name, upload progress and a button to cancel. */
export const createUploadBubble = ({ uploads, draw }: { uploads: Uploads; draw: Draw }) => {
  const Uploading = ({ message, upload, Label, boxOf }: UploadProps & { upload: Upload }) => {
    const { state, actions } = useHome();
    const words = state.words.value;
    const css = useCss();
    const { file } = upload;
    const canvas = useRef<HTMLCanvasElement>(null);
    const [drawn, setDrawn] = useState(false);
    const image = message.type === 'image';
    const moves = message.status === 'sending' && !message.isDelayed;
    useEffect(() => {
      let gone = false;
      if (image && canvas.current)
        draw(canvas.current, file, WIDEST, TALLEST).then((done) => gone || setDrawn(done));
      return () => {
        gone = true;
      };
    }, [image, file]);
    const { width = 0, height = 0 } = canvas.current ?? {};
    return (
      <div className={css(bubble + style + (drawn ? picture + boxOf(width, height) : ''))}>
        {image && <canvas ref={canvas} hidden={!drawn} />}
        <Label name={file.name} type={file.type} size={file.size}>
          {moves && (
            <button
              type="button"
              aria-label={`${words.t('message_remove')}: ${file.name}`}
              onClick={() => actions.remove(message.key)}
            >
              <Icon name="close" />
            </button>
          )}
        </Label>
        {moves && <progress aria-label={file.name} max={1} value={upload.progress.value} />}
      </div>
    );
  };
  return (props: UploadProps) => {
    const upload = uploads.all.value.get(props.message.key);
    return upload ? <Uploading {...props} upload={upload} /> : <TextMessage {...props} />;
  };
};
