/** The floor's lists. Compiled in: nothing that can be edited on the machine loosens them. */

/** Never, in any form: they give another user's power. */
export const NEVER: ReadonlySet<string> = new Set(["sudo", "su", "doas", "pkexec", "run0", "sudoedit"]);

/** Never in a form that changes anything; looking (`systemctl status`, `fdisk -l`) is not harmful. */
export const NEVER_CHANGING: ReadonlyMap<string, string> = new Map([
  ["fdisk", "changes partitions"],
  ["sfdisk", "changes partitions"],
  ["cfdisk", "changes partitions"],
  ["gdisk", "changes partitions"],
  ["sgdisk", "changes partitions"],
  ["parted", "changes partitions"],
  ["shutdown", "stops the machine"],
  ["reboot", "stops the machine"],
  ["poweroff", "stops the machine"],
  ["halt", "stops the machine"],
  ["init", "changes the run level of the machine"],
  ["telinit", "changes the run level of the machine"],
  ["chown", "changes who owns files"],
  ["chgrp", "changes which group owns files"],
  ["systemctl", "changes services of the machine"],
  ["service", "changes services of the machine"],
  ["launchctl", "changes services of the machine"],
  ["iptables", "changes the firewall"],
  ["ip6tables", "changes the firewall"],
  ["iptables-restore", "changes the firewall"],
  ["ufw", "changes the firewall"],
]);

/** Makes a file system over what was there. */
export const MAKE_FILESYSTEM = /^(?:mkfs(?:\..+)?|mke2fs|mkswap|newfs(?:_.+)?|wipefs)$/;

/** Deleting or changing one of these as a whole ends the system or somebody's work. */
export const ROOTS: readonly string[] = [
  "/",
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/home",
  "/lib",
  "/lib32",
  "/lib64",
  "/media",
  "/mnt",
  "/opt",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/srv",
  "/sys",
  "/usr",
  "/usr/bin",
  "/usr/lib",
  "/usr/local",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/share",
  "/var",
  "/var/lib",
  "/Applications",
  "/Library",
  "/System",
  "/Users",
  "/Volumes",
  "/private",
];

/** Whole disks, partitions and the machine's memory. */
export const RAW_DEVICE =
  /^\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|dm-\d|md\d|loop\d|mapper\/|disk\/|mem$|kmem$|port$|nbd\d|sr\d|zram\d)/;

/** Secrets, relative to any home folder. A name ending in `/` is the whole folder. */
export const HOME_SECRETS: readonly string[] = [
  ".ssh/",
  ".aws/",
  ".azure/",
  ".kube/",
  ".gnupg/",
  ".gpg/",
  ".password-store/",
  ".docker/config.json",
  ".config/gcloud/",
  ".config/gh/",
  ".config/glab-cli/",
  ".config/hub",
  ".config/op/",
  ".config/doctl/",
  ".config/rclone/",
  ".config/git/credentials",
  ".config/github-copilot/",
  ".config/containers/auth.json",
  ".git-credentials",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".terraform",
  ".terraform.d/",
  ".terraformrc",
  ".vault-token",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".composer/auth.json",
  ".config/composer/auth.json",
  ".nuget/NuGet/NuGet.Config",
  ".boto",
  ".s3cfg",
  ".pgpass",
  ".my.cnf",
  ".databrickscfg",
  ".fly/",
  ".config/heroku/",
  ".local/share/keyrings/",
  ".local/share/kwalletd/",
  "Library/Keychains/",
  ".mozilla/",
  ".config/google-chrome/",
  ".config/chromium/",
  ".config/BraveSoftware/",
  "Library/Application Support/Google/Chrome/",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  ".openharness/credentials.json",
  ".openharness/copilot_auth.json",
  ".bitcoin/",
  ".ethereum/",
  ".electrum/",
];

/** Secrets with a fixed place. */
export const SYSTEM_SECRETS: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d/",
  "/etc/ssl/private/",
  "/etc/krb5.keytab",
  "/etc/ssh/ssh_host_rsa_key",
  "/etc/ssh/ssh_host_dsa_key",
  "/etc/ssh/ssh_host_ecdsa_key",
  "/etc/ssh/ssh_host_ed25519_key",
  "/etc/master.passwd",
  "/run/secrets/",
  "/var/run/secrets/",
  "/private/etc/master.passwd",
  "/proc/kcore",
  "/var/run/docker.sock",
  "/run/docker.sock",
];

/** In folders named like this, wherever they are (backups, other users, mounts). */
export const SECRET_FOLDERS: ReadonlySet<string> = new Set([
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".password-store",
]);

/** Not secret although the folder is: needed every day, but still a look at how somebody is set up. */
export const LESS_SECRET = /(?:\.pub|\/\.ssh\/(?:config|known_hosts|authorized_keys))$/;

/** Reading these is asked, not refused: they often hold secrets, but not always. */
export const PRIVATE_NAMES =
  /^(?:\.env(?:\..+)?|\.envrc|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|ppk)|\.npmrc|\.pypirc|\.netrc|\.git-credentials|\.htpasswd|credentials(?:\.json)?|secrets?\.(?:ya?ml|json|toml)|service-account.*\.json|terraform\.tfstate(?:\.backup)?|\.(?:bash|zsh|python|psql|mysql|node_repl|sqlite)_?history|fish_history|wp-config\.php)$/;
export const NOT_PRIVATE =
  /\.(?:example|sample|template|dist|defaults?)$|^\.env\.(?:example|sample|template|dist|defaults?)$/;
export const PRIVATE_PATHS =
  /^(?:\/etc\/(?:passwd|group|security\/|pam\.d\/|ssh\/|cron)|\/proc\/[^/]+\/(?:environ|mem|maps|fd\/|cwd\/|root(?:\/|$))|\/var\/(?:log\/(?:auth\.log|secure)|spool\/|mail\/)|\/etc\/NetworkManager\/system-connections\/|\/etc\/wpa_supplicant\/)/;
