import { Volume2 } from 'lucide-react'
import { useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { playSound, type SoundOutcome } from './play-sound.ts'
import { isOn, SOUNDS, useSounds, type Sound } from './sound-preference.ts'

export function SoundsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const sounds = useSounds()
  const [now] = useState(Date.now)
  const [outcome, setOutcome] = useState<SoundOutcome>()
  const tryOut = async (sound: Sound) => {
    setOutcome(undefined)
    setOutcome(await playSound(sound))
  }
  return (
    <Dialog
      heading={t('sounds.title')}
      onClose={onClose}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <p className="text-ink-2">{t('sounds.lead')}</p>
      <ul className="divide-y divide-line">
        {SOUNDS.map((sound) => (
          <li key={sound} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <Switch isOn={isOn(sounds, sound, now)} onChange={(isChosen) => sounds.choose(sound, isChosen)}>
                <span className="block font-semibold">{t(`sounds.${sound}`)}</span>
                <span className="block text-1 text-ink-2">{t(`sounds.${sound}.hint`)}</span>
              </Switch>
            </div>
            <Button
              icon={Volume2}
              aria-label={`${t('sounds.try')}${t('shell.comma')}${t(`sounds.${sound}`)}`}
              onClick={() => void tryOut(sound)}
            >
              {t('sounds.try')}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-5">
        {outcome && t(`sounds.outcome.${outcome}`)}
      </p>
      <p className="text-1 text-ink-2">{t('sounds.hint')}</p>
    </Dialog>
  )
}
