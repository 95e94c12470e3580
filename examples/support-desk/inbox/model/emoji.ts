/** An emoji, its name, and other words that find it. */
export type Emoji = { emoji: string; label: string; also: string };

/** What agents are likely to send, the most likely first. */
const TABLE = `
🙂 slightly smiling face|happy friendly
😊 smiling face with smiling eyes|happy pleased warm
😀 grinning face|happy smile
😄 grinning face with smiling eyes|happy laugh
😉 winking face|wink joke
😅 grinning face with sweat|relief oops nervous
😂 face with tears of joy|laugh funny
🤗 hugging face|hug welcome
🤔 thinking face|think hmm question
😌 relieved face|calm relief
😎 face with sunglasses|cool
😍 face with heart eyes|love great
🥳 partying face|party celebrate congratulations
😇 face with halo|angel innocent
🙃 upside down face|irony silly
😬 grimacing face|awkward oops
😕 confused face|unsure puzzled
😟 worried face|sad concern
😞 disappointed face|sad sorry
😢 crying face|sad tear sorry
😮 face with open mouth|surprise wow
😳 flushed face|embarrassed oops
🙁 slightly frowning face|sad unhappy
😴 sleeping face|sleep tired night
👍 thumbs up|yes good ok agree
👎 thumbs down|no bad disagree
👌 OK hand|ok perfect good
🙏 folded hands|please thanks thank you
👏 clapping hands|applause well done bravo
🙌 raising hands|hooray celebrate
👋 waving hand|hello hi bye welcome
🤝 handshake|deal agree
💪 flexed biceps|strong effort
🤞 crossed fingers|luck hope
☝️ index pointing up|one note
👇 pointing down|below
👉 pointing right|next here
✌️ victory hand|peace two
❤️ red heart|love
💚 green heart|love
💙 blue heart|love
🧡 orange heart|love
💔 broken heart|sad sorry
🎉 party popper|celebrate congratulations
🎁 wrapped gift|present birthday
🎂 birthday cake|birthday
🌟 glowing star|great excellent
⭐ star|favorite rating
✨ sparkles|new clean magic
🔥 fire|hot great
✅ check mark button|done yes ok
✔️ check mark|done yes
❌ cross mark|no wrong cancel
❗ exclamation mark|important attention
❓ question mark|help ask
⚠️ warning|attention careful
ℹ️ information|info
💡 light bulb|idea tip
📌 pushpin|note important
🔎 magnifying glass|search look find
🔧 wrench|fix repair settings
🛠️ hammer and wrench|fix repair
⏳ hourglass|wait time
⏰ alarm clock|time reminder
📅 calendar|date appointment
📦 package|parcel delivery shipping
🚚 delivery truck|shipping parcel
🛒 shopping cart|order buy
💳 credit card|payment pay
💶 euro banknote|money price refund
🧾 receipt|invoice bill
📧 email|mail message
📞 telephone receiver|call phone
💬 speech balloon|chat message
📷 camera|photo picture
📎 paperclip|file attachment
🔗 link|address url
🔒 locked|secure private
🔑 key|password access
🌍 globe|world earth international
☀️ sun|weather sunny
🌧️ cloud with rain|weather
☕ hot beverage|coffee tea break
🍀 four leaf clover|luck
`;

/** The emojis that the reply box offers. */
export const emojis = (): Emoji[] =>
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [emoji = '', ...name] = line.split(' ');
      const [label = '', also = ''] = name.join(' ').split('|');
      return { emoji, label, also };
    });
