/** The floor's lists. Compiled in: nothing that can be edited on the machine loosens them. */

/** Never, in any form: they give another user's power. */
export const NEVER: ReadonlySet<string> = new Set(
  "sudo sudoedit su doas pkexec run0 runuser gosu su-exec setpriv capsh newgrp sg visudo vipw".split(" "),
);

/** Never in a form that changes anything; looking (`systemctl status`, `fdisk -l`) is not harmful. */
const NEVER_CHANGING_FAMILIES: readonly (readonly [does: string, names: string])[] = [
  ["changes partitions", "fdisk sfdisk cfdisk gdisk sgdisk parted"],
  [
    "changes whole disks or volumes",
    "lvremove lvreduce lvcreate vgremove vgreduce pvremove pvcreate zpool zfs cryptsetup mdadm hdparm blkdiscard dmsetup",
  ],
  ["stops the machine", "shutdown reboot poweroff halt loginctl kexec"],
  ["changes the run level of the machine", "init telinit"],
  ["changes who owns files", "chown chgrp"],
  [
    "changes services of the machine",
    "systemctl service launchctl rc-service rc-update initctl invoke-rc.d update-rc.d chkconfig systemd-run machinectl",
  ],
  ["talks to services of the machine", "busctl dbus-send gdbus"],
  [
    "changes the firewall",
    "iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd pfctl ipset",
  ],
  ["ends every process", "killall5"],
];
export const NEVER_CHANGING: ReadonlyMap<string, string> = new Map(
  NEVER_CHANGING_FAMILIES.flatMap(([does, names]) => names.split(" ").map((name) => [name, does] as const)),
);

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
  ".config/gh/hosts.yml",
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
  /^(?:\/proc\/(?:.*\/)?(?:environ|mem)$|\/etc\/(?:passwd|group|security\/|pam\.d\/|ssh\/|cron)|\/proc\/[^/]+\/(?:environ|mem|maps|fd\/|cwd\/|root(?:\/|$))|\/var\/(?:log\/(?:auth\.log|secure)|spool\/|mail\/)|\/etc\/NetworkManager\/system-connections\/|\/etc\/wpa_supplicant\/)/;

/** For wildcards: what they may hit. */
export const PRIVATE_EXAMPLES: readonly string[] = [
  "/etc/passwd",
  "/proc/self/environ",
  "/proc/self/task/1/environ",
];

/** Writing one of these changes who may do what, or stops the machine. A name ending in `/` is the whole folder. */
export const SYSTEM_FILES: readonly string[] = [
  "/etc/passwd",
  "/etc/group",
  "/etc/ld.so.preload",
  "/etc/pam.d/",
  "/etc/security/",
  "/etc/fstab",
  "/proc/sysrq-trigger",
  "/proc/sys/",
  "/boot/",
  "/efi/",
];

/** Programs of guard itself. */
export const GUARD_PROGRAMS = /^(?:guard|guard-(?:ask|daemon|gate|shim|hook|console)|exec-gate)$/i;
