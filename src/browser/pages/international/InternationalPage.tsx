import '../../styles/abroad.css'
import '../../styles/international.css'

import { Ban } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { usePermission } from '../../use-permission.ts'
import { InternationalWizard } from './InternationalWizard.tsx'

/** The wizard of an international top-up, at whatever step its address names. */
export default function InternationalPage() {
  return usePermission('international') ? <InternationalWizard /> : <NotAllowed />
}

function NotAllowed() {
  const t = useText()
  return (
    <MessagePage
      icon={Ban}
      heading={t('storefront.notAllowed')}
      actions={
        <ButtonLink variant="primary" size="lg" to={paths.sell()}>
          {t('shell.toSelling')}
        </ButtonLink>
      }
    >
      <p>{t('shell.notAllowed.next')}</p>
    </MessagePage>
  )
}
