import { useId } from 'react';
import type { OwnAccount } from '../../../shared/answers/accounts';
import type { ApiResult } from '../../model/apiResult';
import { AgentFace } from '../parts/AgentFace';
import { PictureControl } from '../parts/PictureControl';
import { useDesk } from '../parts/view';

/** The agent's picture, which is saved at once. */
export const FaceForm = () => {
  const { self, api } = useDesk().workspace;
  const agent = self.agent.value;
  const id = useId();
  const adopt = async (answer: Promise<ApiResult<OwnAccount>>): Promise<ApiResult<OwnAccount>> => {
    const result = await answer;
    if (result.ok) self.set(result.value);
    return result;
  };
  return (
    <section class="account-part" aria-labelledby={id}>
      <h2 id={id}>Picture</h2>
      <PictureControl
        label="Your picture"
        face={<AgentFace agent={agent} large />}
        hint="Colleagues see it, and visitors where the settings allow it. Choose a picture, drop one here, or paste one. Its middle is cut out as a square."
        isSet={agent.avatarUrl !== undefined}
        keep={(picture) => adopt(api.account.setFace(picture))}
        remove={() => adopt(api.account.change({ avatarUrl: null }))}
        kept="Your picture is saved."
        removed="Your picture is removed."
      />
    </section>
  );
};
