import * as v from 'valibot'

import { answerCommand, commandFailed } from '../cli/command-socket.ts'
import { CommandResult, type AddressedCommand, type Command } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import type { ShopSecrets } from './router.ts'
import type { Forwarder } from './forward.ts'
import type { UnderWay } from './under-way.ts'
import type { Log } from '../lib/log.ts'
import type { Shop } from '../shop.ts'
import type { ShopLease } from './shop-lease.ts'
import { problemOf } from '../lib/failures.ts'

type Deps = {
  config: Pick<Config, 'shop'>
  log: Log
  forwarder: Forwarder
  underWay: UnderWay
  lease: Pick<ShopLease, 'leader' | 'leaderAddress'>
  current: () => Shop | undefined
  secrets: () => ShopSecrets | undefined
  problem: () => string | undefined
}

export function createShopCommands({ config, log, forwarder, underWay, lease, current, secrets, problem }: Deps) {
  async function runHere(command: Command): Promise<CommandResult> {
    const shop = current()
    return shop ? underWay.count(shop.run(command)) : { ok: false, text: whoLeads() }
  }

  function whoLeads(): string {
    const leader = lease.leader()
    if (leader)
      return `This Toptill server is a standby. The one at ${leader.address || leader.holder} leads: run the command there.`
    const found = problem()
    return found === undefined
      ? 'This Toptill server is a standby, and no server leads at the moment. Try again in a few seconds.'
      : `The shop cannot be opened: ${found}`
  }

  async function send(command: Command, to: { address: string; secret: string }): Promise<CommandResult> {
    const text = JSON.stringify({ shop: config.shop?.id, command } satisfies AddressedCommand)
    try {
      return v.parse(CommandResult, JSON.parse(await forwarder.sendCommand(text, to)))
    } catch (error) {
      const reason = problemOf(error)
      return {
        ok: false,
        text: `The leading Toptill server at ${to.address} did not respond (${reason}). Check whether it was done before you try again.`,
      }
    }
  }

  return {
    answerCommand: async (text: string): Promise<string> =>
      JSON.stringify((await answerCommand(text, runHere, commandFailed(log))).result),
    run: async (command: Command): Promise<CommandResult> => {
      const address = current() ? undefined : lease.leaderAddress()
      const secret = secrets()?.toCommand
      return address === undefined || secret === undefined ? runHere(command) : send(command, { address, secret })
    },
  }
}
