import { BlockList, isIPv4, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host reaches this machine only: 127.0.0.0/8, ::1 (also in brackets) or localhost. Other names are not looked up. */
export function isLoopback(host: string): boolean {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (isIPv4(bare)) return loopback.check(bare, "ipv4");
  if (isIPv6(bare)) return loopback.check(bare, "ipv6");
  return bare.toLowerCase() === "localhost";
}
