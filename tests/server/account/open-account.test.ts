import { expect, it } from 'vitest'

import { refuseOtherAccount, silentService } from '#server/account/open-account.ts'
import { Token } from '#server/config/token.ts'
import { readInstallation } from '#server/config/config.ts'
import { keepAccountFile } from '#server/config/account-file.ts'
import { join } from 'node:path'
import { aFolder } from '../../support/folders.ts'

const account = { baseUrl: 'https://service.example/api', posId: '9', token: new Token('a-token-of-good-length') }

it('an account that was connected on the screen is corrected in its file, another one in the settings', () => {
  const file = '/home/amal/Toptill/account.json'
  expect(silentService({ ...account, tokenFile: file, isConnected: true }, false)).toContain(
    `correct it in ${file}, and`,
  )
  expect(silentService({ ...account, tokenFile: '/run/token' }, false)).toContain('correct it in the settings, and')
})

it('a connected account that does not belong to the database is named by its file, not by settings', () => {
  const home = aFolder()
  const file = join(home, 'account.json')
  keepAccountFile(file, { baseUrl: account.baseUrl, posId: '9', token: 'a-token-of-good-length', keyFloor: 0n })
  const [config] = readInstallation({ TOPTILL_HOME: home }).shops
  const refuse = () => refuseOtherAccount(config, { baseUrl: account.baseUrl, posId: '77001' }, { ...account })
  expect(refuse).toThrow(`Correct the account in ${file}. Only if`)
  expect(refuse).not.toThrow(/TOPUP_/)
})
